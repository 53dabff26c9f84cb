/**
 * Style sheets that were asked for and did not come. The bundler asks for the styles of a part once only: when the part
 * is asked for again, it comes without them.
 */
const lost = new Set<HTMLLinkElement>()

if (typeof document !== 'undefined') {
  // Such an event does not rise from its element.
  const options = { capture: true }
  document.addEventListener('error', ({ target }) => isStyleSheet(target) && lost.add(target), options)
}

function isStyleSheet(target: EventTarget | null): target is HTMLLinkElement {
  return target instanceof HTMLLinkElement && target.rel === 'stylesheet'
}

/** To be awaited before a part is asked for. Rejects when one of them does not come this time either. */
export async function reloadLostStyles(): Promise<void> {
  await Promise.all([...lost].map(reload))
}

function reload(link: HTMLLinkElement): Promise<void> {
  lost.delete(link)
  const again = link.cloneNode() as HTMLLinkElement
  return new Promise((resolve, reject) => {
    again.addEventListener('load', () => resolve())
    again.addEventListener('error', () => reject(new Error(`no styles from ${again.href}`)))
    link.replaceWith(again)
  })
}
