/**
 * Has Tab go on from an element, without giving it the focus. Whatever has the focus keeps it, and Tab goes on from there. A browser
 * takes the place where the focus was last; where it scrolled to only some do.
 */
export function setTabStart(element: HTMLElement): void {
  if (document.activeElement !== document.body) return
  element.tabIndex = -1
  element.focus({ preventScroll: true })
  element.blur()
  element.removeAttribute('tabindex')
}
