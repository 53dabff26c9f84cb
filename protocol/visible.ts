/** Any sign that leaves ink: no blank, and none of those that only look like one, as the Hangul filler does. */
const INK = /[^\p{Default_Ignorable_Code_Point}\p{Z}\p{Cc}\p{Cf}\u2800]/u

/** Whether there is anything to see in it. */
export function isVisible(text: string): boolean {
  return INK.test(text)
}
