/** Scrolls to the caret, as far as it takes to see it: an undo changes what may be out of sight. */
export function showCaret(area: HTMLTextAreaElement): void {
  const copy = document.createElement('div')
  copy.className = `${area.className} sheet-text__measure`
  // To the fraction of a pixel: rounded, a line that ends at the edge would wrap otherwise.
  copy.style.inlineSize = `${area.getBoundingClientRect().width}px`
  const mark = document.createElement('span')
  mark.append('|')
  copy.append(area.value.slice(0, area.selectionEnd), mark)
  area.after(copy)
  mark.scrollIntoView({ block: 'nearest' })
  copy.remove()
}

/** In which line, from 0, the caret is, and how many signs of it are before the caret. */
export function caretPlace({ value, selectionStart }: HTMLTextAreaElement): { line: number; column: number } {
  const before = value.slice(0, selectionStart)
  return { line: before.split('\n').length - 1, column: before.length - (before.lastIndexOf('\n') + 1) }
}
