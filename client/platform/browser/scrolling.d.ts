/**
 * Newer browsers answer a scroll with a promise (CSSOM View, "scroll promises"), which the types of TypeScript do not know yet. React takes
 * what an effect returns for its clean-up and calls it, so with these types `return window.scrollTo(…)` in an effect does not compile.
 */
type Scrolled = Promise<unknown> | undefined

interface Window {
  scroll(options?: ScrollToOptions): Scrolled
  scroll(x: number, y: number): Scrolled
  scrollTo(options?: ScrollToOptions): Scrolled
  scrollTo(x: number, y: number): Scrolled
  scrollBy(options?: ScrollToOptions): Scrolled
  scrollBy(x: number, y: number): Scrolled
}

interface Element {
  scroll(options?: ScrollToOptions): Scrolled
  scroll(x: number, y: number): Scrolled
  scrollTo(options?: ScrollToOptions): Scrolled
  scrollTo(x: number, y: number): Scrolled
  scrollBy(options?: ScrollToOptions): Scrolled
  scrollBy(x: number, y: number): Scrolled
  scrollIntoView(how?: boolean | ScrollIntoViewOptions): Scrolled
}
