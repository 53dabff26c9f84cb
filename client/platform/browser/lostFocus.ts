const HEADING = 'h1[tabindex="-1"], h2[tabindex="-1"]'

/**
 * When what has the focus goes from the page, the browser throws its user back to the beginning. Here the focus moves to the
 * nearest place that can take it: a list, a part, or a heading. Whoever knows a better place gives the focus there at once.
 * Returns how to stop.
 */
export function followLostFocus(): () => void {
  /** What has the focus and all around it, the innermost first. */
  let around: Element[] = []

  function remember({ target }: FocusEvent) {
    around = []
    for (let at = target as Element | null; at !== null; at = at.parentElement) around.push(at)
  }
  function forget({ target }: FocusEvent) {
    // Taken away by a press beside it, and not by its own end.
    queueMicrotask(() => {
      if (around[0] === target && around[0]?.isConnected) around = []
    })
  }
  function repair() {
    const isLost = around[0]?.isConnected === false && document.activeElement === document.body
    if (isLost) requestAnimationFrame(giveFocus)
  }
  function giveFocus() {
    if (document.activeElement !== document.body) return
    for (const place of around.filter(each => each.isConnected)) {
      const taker = place.querySelector<HTMLElement>(HEADING) ?? (place as HTMLElement)
      if (taker.tabIndex === -1 && taker.hasAttribute('tabindex')) return taker.focus({ preventScroll: true })
    }
  }

  const removals = new MutationObserver(repair)
  document.addEventListener('focusin', remember)
  document.addEventListener('focusout', forget)
  removals.observe(document.body, { childList: true, subtree: true })
  return () => {
    document.removeEventListener('focusin', remember)
    document.removeEventListener('focusout', forget)
    removals.disconnect()
  }
}
