/**
 * Newer browsers return a promise from scroll methods (CSSOM View, "scroll promises"); the DOM types of TypeScript lack it. React calls
 * whatever an effect returns as its clean-up, so with these types `return window.scrollTo(…)` in an effect does not compile.
 */
type ScrollResult = Promise<unknown> | undefined

interface Window {
  scroll(options?: ScrollToOptions): ScrollResult
  scroll(x: number, y: number): ScrollResult
  scrollTo(options?: ScrollToOptions): ScrollResult
  scrollTo(x: number, y: number): ScrollResult
  scrollBy(options?: ScrollToOptions): ScrollResult
  scrollBy(x: number, y: number): ScrollResult
}

interface Element {
  scroll(options?: ScrollToOptions): ScrollResult
  scroll(x: number, y: number): ScrollResult
  scrollTo(options?: ScrollToOptions): ScrollResult
  scrollTo(x: number, y: number): ScrollResult
  scrollBy(options?: ScrollToOptions): ScrollResult
  scrollBy(x: number, y: number): ScrollResult
  scrollIntoView(how?: boolean | ScrollIntoViewOptions): ScrollResult
}
