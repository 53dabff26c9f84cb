/** What is scrolled when an element is to be seen: the nearest box around it that scrolls, or else the page. */
export function scrollerOf(element: HTMLElement): Element {
  for (let box = element.parentElement; box !== null; box = box.parentElement) {
    const isBox = box !== document.body && box !== document.documentElement
    if (isBox && /auto|scroll/.test(getComputedStyle(box).overflowY)) return box
  }
  return document.scrollingElement ?? document.documentElement
}
