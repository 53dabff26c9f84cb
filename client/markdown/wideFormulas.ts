const callbacks = new WeakMap<Element, () => void>()
let observer: IntersectionObserver | undefined

/** Calls `onWide` when an inline formula reaches beyond its note, also after the screen was turned. Returns the function that ends this. */
export function watchWidth(formula: Element, onWide: () => void): () => void {
  // Reports what the browser has laid out anyway.
  observer ??= new IntersectionObserver(report, { threshold: [0, 1] })
  callbacks.set(formula, onWide)
  observer.observe(formula)
  return () => observer?.unobserve(formula)
}

function report(entries: readonly IntersectionObserverEntry[]): void {
  for (const { target } of entries) {
    // The entry may be older than the layout in which the note is measured.
    const formula = target.getBoundingClientRect()
    const note = target.closest('.md')?.getBoundingClientRect()
    // A table scrolls by itself.
    if (note === undefined || target.closest('.md-table') !== null) continue
    if (formula.right > note.right + 1 || formula.left < note.left - 1) callbacks.get(target)?.()
  }
}
