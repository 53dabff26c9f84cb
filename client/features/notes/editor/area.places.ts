/** Where lines of a text area begin, in pixels from its top: measured in an unseen copy of it. */
export function placesOfLines(area: HTMLTextAreaElement, lines: readonly number[]): number[] {
  const copy = document.createElement('div')
  copy.className = `${area.className} sheet-text__measure`
  copy.style.inlineSize = `${area.clientWidth}px`
  const wanted = new Set(lines)
  const marks: HTMLElement[] = []
  area.value.split('\n').forEach((line, place) => {
    if (wanted.has(place)) {
      const mark = document.createElement('span')
      marks.push(mark)
      copy.append(mark)
    }
    copy.append(`${line}\n`)
  })
  area.after(copy)
  const places = marks.map(mark => mark.offsetTop)
  copy.remove()
  return places
}

/** In which line, from 0, the caret is. */
export function caretLine({ value, selectionStart }: HTMLTextAreaElement): number {
  return value.slice(0, selectionStart).split('\n').length - 1
}
