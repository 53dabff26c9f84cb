import { type PrimitiveAtom, useAtom } from 'jotai'
import { persistedViewStateAtom } from './viewState.ts'

/** Unsaved texts by the number of their subject, such as a suggestion. */
export type Texts = Record<number, string>

/** Texts that survive leaving the screen and reloading the tab, until they are sent or discarded. */
export const persistedTextsAtom = (key: 'answers' | 'report_outcomes') =>
  persistedViewStateAtom<Texts>({}, key)

/** The unsaved text about one subject; `initial` until the user types. */
export function usePersistedText(textsAtom: PrimitiveAtom<Texts>, number: number, initial: string) {
  const [texts, setTexts] = useAtom(textsAtom)
  return {
    text: texts[number] ?? initial,
    isPersisted: number in texts,
    setText: (text: string) => setTexts(texts => ({ ...texts, [number]: text })),
    discard: () => setTexts(texts => without(texts, number)),
    /** Discards the text after sending, unless the user has changed it meanwhile. */
    discardSent: (sent: string) =>
      setTexts(texts => (texts[number] === sent ? without(texts, number) : texts)),
  }
}

function without(texts: Texts, number: number): Texts {
  const { [number]: _, ...others } = texts
  return others
}
