import { type PrimitiveAtom, useAtom } from 'jotai'
import { keptViewStateAtom } from './viewState.ts'

/** What is being written under several things, by their numbers. */
type KeptTexts = Record<number, string>

/** Texts that outlast their screen and a reload of its tab until they are sent or given up. */
export const keptTextsAtom = (key: 'answers' | 'report_outcomes') => keptViewStateAtom<KeptTexts>({}, key)

/** What is being written under one thing; `unchanged` until somebody types. */
export function useKeptText(texts: PrimitiveAtom<KeptTexts>, number: number, unchanged: string) {
  const [kept, setKept] = useAtom(texts)
  return {
    text: kept[number] ?? unchanged,
    isKept: number in kept,
    write: (text: string) => setKept(now => ({ ...now, [number]: text })),
    forget: () => setKept(kept => without(kept, number)),
    /** Once it was sent: not what was typed on meanwhile. */
    forgetSent: (sent: string) => setKept(kept => (kept[number] === sent ? without(kept, number) : kept)),
  }
}

function without(kept: KeptTexts, number: number): KeptTexts {
  const { [number]: _, ...others } = kept
  return others
}
