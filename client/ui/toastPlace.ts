let host: HTMLElement | null = null

/**
 * Where the toasts hang: one element for good, so that what reads them out keeps it. It moves into whichever modal window is open,
 * because all else is out of reach then.
 */
export function toastHost(): HTMLElement {
  if (host === null) {
    host = document.createElement('div')
    host.className = 'toast-host'
    placeHost()
    new MutationObserver(placeHost).observe(document.body, { attributeFilter: ['open'], subtree: true })
  }
  return host
}

function placeHost(): void {
  const place = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
  if (host && host.parentElement !== place) place.append(host)
}
