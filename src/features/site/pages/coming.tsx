import { data } from 'react-router';
import { LinkButton } from '../../../web/kit/button.tsx';
import { Empty } from '../../../web/kit/state.tsx';
import { comingPages, texts } from '../texts.ts';
import type { Route } from './+types/coming.ts';

/** Only addresses of our own are handed on, so that a link cannot lead players elsewhere. */
function returnPath(params: URLSearchParams): string | null {
  const given = params.get('returnUrl');
  return given !== null && /^\/(?![/\\])[\w\-./?=&%]*$/.test(given) ? given : null;
}

export function loader({ request }: Route.LoaderArgs) {
  const url = new URL(request.url);
  const name = url.pathname.replace(/\.data$/, '').split('/')[1] ?? '';
  return data({ name, back: returnPath(url.searchParams) }, { headers: { 'x-robots-tag': 'noindex' } });
}

export function meta({ loaderData }: Route.MetaArgs) {
  const page = comingPages[loaderData?.name ?? ''];
  return [{ title: page ? `${page.name} | ${texts.name}` : texts.name }, { name: 'robots', content: 'noindex' }];
}

export default function Coming({ loaderData }: Route.ComponentProps) {
  const { name, back } = loaderData;
  const page = comingPages[name] ?? { name: texts.name, holds: texts.coming.lead };
  const keep = back ? `?returnUrl=${encodeURIComponent(back)}` : '';
  return (
    <div className="wrap">
      <Empty level={1} title={`${page.name} ${texts.coming.is}`} text={page.holds}>
        <LinkButton look="primary" to={back ?? '/games'}>
          {back?.startsWith('/games/') ? texts.coming.back : texts.coming.games}
        </LinkButton>
        {(name === 'login' || name === 'signup') && (
          <LinkButton look="soft" to={`/${name === 'login' ? 'signup' : 'login'}${keep}`}>
            {name === 'login' ? texts.coming.signUp : texts.coming.logIn}
          </LinkButton>
        )}
        <LinkButton look="soft" to="/">
          {texts.coming.home}
        </LinkButton>
      </Empty>
    </div>
  );
}
