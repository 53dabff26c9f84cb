import { type RefObject, useEffect, useState } from 'react'
import { scrollable } from '#client/platform/browser/scrolling.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { EXCERPT_SEARCH_LENGTH, excerptOf } from '#protocol/excerpt.ts'
import { SERIES_PARTS_MAX } from '#protocol/limits.ts'
import { continueModule, type Parts } from './useParts.ts'
import './series.css'

interface PartsPreviewProps {
  /** The text to insert. */
  text: string
  selection: { start: number; end: number }
  area: RefObject<HTMLTextAreaElement | null>
  parts: Parts
  onInsert: () => Promise<void>
}

/** The parts that an inserted text would make: the first words and the length of each. Nothing if they are too many. */
export function PartsPreview({ text, selection, area, parts, onInsert }: PartsPreviewProps) {
  const { start, end } = selection
  const [texts, setTexts] = useState<readonly string[]>([])
  useEffect(() => {
    let isCurrent = true
    void continueModule
      .load()
      .then(({ planInsertion }) => {
        const plan = planInsertion(text, () => ({ start, end }))().divide(area.current?.value ?? '')
        if (isCurrent) setTexts([plan.stays, ...plan.parts])
      })
      // The other ways remain.
      .catch(() => undefined)
    return () => {
      isCurrent = false
    }
  }, [text, start, end, area])
  if (texts.length === 0 || texts.length > SERIES_PARTS_MAX) return null
  return (
    <section className="parts-preview">
      <p>{t('series.insertLead', { count: texts.length })}</p>
      <div className="parts-preview__scroller" {...scrollable(t('series.name'))}>
        <ol className="parts-preview__list">
          {texts.map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other identity
            <li key={index} className="parts-preview__part">
              <span className="parts-preview__words" dir="auto">
                {beginningOf(part)}
              </span>
              <span className="parts-preview__length">
                {t('notes.historyLength', { length: part.length })}
              </span>
            </li>
          ))}
        </ol>
      </div>
      <Button kind="primary" busy={parts.isBusy} onClick={() => void onInsert()}>
        {t('series.insert')}
      </Button>
    </section>
  )
}

/** The heading with which a part begins, and its first words. */
function beginningOf(part: string): string {
  const beginning = part.slice(0, EXCERPT_SEARCH_LENGTH).toWellFormed()
  const heading = /^\s*#{1,6}[ \t]+(.+)/.exec(beginning)?.[1]
  return [heading, excerptOf(beginning).text].filter(Boolean).join(' — ')
}
