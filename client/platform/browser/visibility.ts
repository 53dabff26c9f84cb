/** Whether an element is displayed. Safari before 17.4 has no `checkVisibility`. */
export function isDisplayed(element: Element): boolean {
  return element.checkVisibility?.() ?? element.getClientRects().length > 0
}
