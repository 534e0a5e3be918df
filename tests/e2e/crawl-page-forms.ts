// The forms of a page. It runs in the browser before the site's own code.

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What the other parts of the crawler's code in a page know about forms, and can do with them. */
export type FormProbe = {
  /** The form that a button submits. */
  getForm(button: Element): HTMLFormElement | null;
  /** The form's fields that a user can fill in. */
  listFields(form: HTMLFormElement | null): Field[];
  /** Whether it is a radio button or a checkbox. */
  isChoice(element: Element): element is HTMLInputElement;
  /** Whether one of the choices of the same name is made. */
  isGroupChosen(field: HTMLInputElement): boolean;
  /** Whether it is required and empty. */
  isMissing(field: Field): boolean;
  /** Fills in the empty fields. */
  fill(form: HTMLFormElement | null): void;
};

declare global {
  interface Window {
    crawlForms: FormProbe;
  }
}

/** It is passed to the browser as text, so it cannot use anything outside of itself. */
export function installFormProbe(): void {
  /** Search terms by page that have results. */
  const SEARCHES: [RegExp, string][] = [
    [/^\/(friends|moderation|operator)/, 'Pal'],
    [/^\/catalog/, 'hat'],
    [/^\/help/, 'password'],
    [/^\/blog/, 'chat'],
    [/^/, 'safari'],
  ];

  const getForm = (element: Element) =>
    (element instanceof HTMLButtonElement || element instanceof HTMLInputElement) && (element.type === 'submit' || element.type === 'image')
      ? element.form
      : null;
  const listFields = (form: HTMLFormElement | null) =>
    [...(form?.elements ?? [])].filter(
      (field): field is Field =>
        (field instanceof HTMLInputElement && !/^(hidden|submit|button|reset|image)$/.test(field.type)) ||
        field instanceof HTMLTextAreaElement ||
        field instanceof HTMLSelectElement,
    );
  const isChoice = (field: Element): field is HTMLInputElement =>
    field instanceof HTMLInputElement && /^(radio|checkbox)$/.test(field.type);
  const isGroupChosen = (field: HTMLInputElement) =>
    listFields(field.form).some((other) => isChoice(other) && other.name === field.name && other.checked);
  function isMissing(field: Field): boolean {
    if (!field.required && field.getAttribute('aria-required') !== 'true') return false;
    if (isChoice(field) && field.type === 'radio') return !isGroupChosen(field);
    return isChoice(field) ? !field.checked : field.value === '';
  }

  /** Something that a field accepts. */
  function inventValue(field: HTMLInputElement | HTMLTextAreaElement): string {
    const kind = field instanceof HTMLInputElement ? field.type : 'text';
    const says = `${field.name} ${field.autocomplete} ${window.crawlElements.getAccessibleName(field)}`;
    if (kind === 'date') return '2010-04-05';
    if (kind === 'datetime-local') return '2010-04-05T10:00';
    return /password/i.test(says) && kind === 'password'
      ? 'kiti-moto-7'
      : kind === 'email' || /e-?mail/i.test(says)
        ? 'somebody@example.com'
        : kind === 'number' || field.inputMode === 'numeric'
          ? '5'
          : field.form?.method === 'get' || kind === 'search'
            ? (SEARCHES.find(([where]) => where.test(location.pathname))?.[1] ?? '')
            : 'Habari ya leo';
  }

  function fill(form: HTMLFormElement | null): void {
    for (const field of listFields(form)) {
      if (field.matches(':disabled')) continue;
      if (isChoice(field)) {
        if (isMissing(field) || (field.type === 'radio' && !isGroupChosen(field))) field.click();
        continue;
      }
      if (field instanceof HTMLSelectElement ? field.value !== '' : field.value !== '' || field.type === 'file') continue;
      if (field instanceof HTMLSelectElement) {
        const option = [...field.options].find((one) => one.value !== '');
        if (option) field.value = option.value;
        field.dispatchEvent(new Event('change', { bubbles: true }));
        continue;
      }
      // Like typing: React only notices a value set with the element's own setter.
      const own = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
      Object.getOwnPropertyDescriptor(own, 'value')?.set?.call(field, inventValue(field));
      field.dispatchEvent(new Event('input', { bubbles: true }));
      field.dispatchEvent(new Event('change', { bubbles: true }));
    }
  }

  window.crawlForms = { getForm, listFields, isChoice, isGroupChosen, isMissing, fill };
}
