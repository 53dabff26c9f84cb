import { atom, useAtomValue, useSetAtom } from 'jotai'
import { useMemo } from 'react'
import { t } from '#client/platform/language/language.ts'
import { type Passage, passageKey } from '#protocol/passages.ts'
import { usePassageState } from './passages.state.ts'
import { inOneLine } from './quotes.ts'
import { useOpenPassage } from './useOpenPassage.ts'
import './passageQuote.css'

/** The quote of a passage in one line. It opens the passage in the text, if the text contains it. */
export function PassageQuote({ passage }: { passage: Passage }) {
  const key = passageKey(passage)
  const { anchors } = usePassageState()
  const isMissing = useAtomValue(useMemo(() => atom(get => get(anchors).get(key) === null), [anchors, key]))
  const { open } = useOpenPassage()
  const quote = <q dir="auto">{inOneLine(passage.exact)}</q>
  if (isMissing)
    return (
      <p className="passage-quote passage-quote--missing">
        <span className="passage-quote__line">{quote}</span>
        <span className="passage-quote__missing">{t('passages.missing')}</span>
      </p>
    )
  return (
    <button
      type="button"
      className="passage-quote"
      title={t('passages.toPassage')}
      data-passage-quote={key}
      onClick={() => open(key)}
    >
      <span className="passage-quote__line">{quote}</span>
    </button>
  )
}

/** Props of a comment that marks its passage in the text while the user points at it. */
export function usePointing(passage: Passage | undefined) {
  const setPointedKey = useSetAtom(usePassageState().pointedKey)
  if (passage === undefined) return undefined
  const key = passageKey(passage)
  const point = () => setPointedKey(key)
  const leave = () => setPointedKey(pointed => (pointed === key ? null : pointed))
  return { onPointerEnter: point, onPointerLeave: leave, onFocus: point, onBlur: leave }
}
