import { createContext, createElement, useContext, type ComponentType, type JSX } from 'react';
import { DataPriceContext } from './data-price.ts';

/** The HTML of components that look the same for everybody, kept by the server. */
export type HtmlCache = {
  /** The HTML of a component with these properties: found, or rendered now. */
  html<Props extends object>(component: ComponentType<Props>, props: Props, dataPrice: number | null): string;
};

/** Only the server provides it. */
export const HtmlCacheContext = /* @__PURE__ */ createContext<HtmlCache | null>(null);

type CachedContentProps<Tag extends keyof JSX.IntrinsicElements, Props extends object> = {
  as: Tag;
  component: ComponentType<Props>;
  /** All that the content depends on: equal properties give the same HTML, whoever asks for it. Functions do not count. */
  props: Props;
  /** False if this content needs the router's data after all. */
  isCacheable?: boolean;
} & Omit<JSX.IntrinsicElements[Tag], 'children' | 'dangerouslySetInnerHTML'>;

/**
 * An element whose content the server renders once for all players and then copies, because rendering is most of what a page costs
 * (docs/decisions/044-cached-html.md). The browser renders it like any other element.
 *
 * The content gets nothing from around it but the price of data: on the server it is rendered by itself, so a hook that needs the router's
 * data or the location fails, and cannot put one player's data into another one's page. It uses no `useId`: ids would repeat.
 */
export function CachedContent<Tag extends keyof JSX.IntrinsicElements, Props extends object>({
  as,
  component: Content,
  props,
  isCacheable = true,
  ...attributes
}: CachedContentProps<Tag, Props>) {
  const Tag: string = as;
  // The condition is known when the browser's code is built, which has none of this.
  if (import.meta.env.SSR && isCacheable) return <ServerContent tag={Tag} component={Content} props={props} attributes={attributes} />;
  return (
    <Tag {...attributes}>
      <Content {...props} />
    </Tag>
  );
}

type ServerContentProps<Props extends object> = { tag: string; component: ComponentType<Props>; props: Props; attributes: object };

function ServerContent<Props extends object>({ tag, component: Content, props, attributes }: ServerContentProps<Props>) {
  const cache = useContext(HtmlCacheContext);
  const dataPrice = useContext(DataPriceContext);
  return cache === null
    ? createElement(tag, attributes, <Content {...props} />)
    : createElement(tag, { ...attributes, dangerouslySetInnerHTML: { __html: cache.html(Content, props, dataPrice) } });
}
