import { type Ref, useMemo, useRef, useState } from 'react'
import type { NoteContent } from '#client/features/notes/editor/saving/note.content.ts'
import { LazyMarkdown } from '#client/features/notes/reader/LazyMarkdown.tsx'
import { dayName } from '#client/platform/language/days.ts'
import { t, useLanguage } from '#client/platform/language/language.ts'
import { clockOf, dayKey } from '#client/platform/language/time.ts'
import { Button } from '#client/ui/Button.tsx'
import { Icon } from '#client/ui/Icon.tsx'
import { decodeText } from '#protocol/encoding.ts'
import type { NoteVersionView } from '#protocol/noteHistory.ts'
import type { Language } from '#protocol/text/languages.ts'
import { Difference } from './DiffView.tsx'
import { useDiffNavigation } from './useDiffNavigation.ts'

interface HistoryVersionProps {
  version: NoteVersionView
  /** What it is compared with. */
  present: NoteContent
  busy: boolean
  /** Of its heading. */
  ref: Ref<HTMLHeadingElement>
  onRestore: (earlier: NoteContent) => void
  /** To the list, where there is room for one of them only. */
  onBack: () => void
}

/** An earlier text: what changed since, or as it was then, and the way back to it. */
export function HistoryVersion({ version, present, busy, ref, onRestore, onBack }: HistoryVersionProps) {
  const [view, setView] = useState<'changes' | 'then'>('changes')
  const box = useRef<HTMLDivElement>(null)
  const { language } = useLanguage()
  const earlier = useMemo(() => ({ title: version.title, text: decodeText(version.text) }), [version])
  const { count, at, step } = useDiffNavigation(box, view)
  return (
    <section className="history__version">
      <div className="history__head">
        <Button kind="quiet" className="history__back" aria-label={t('notes.historyBack')} onClick={onBack}>
          <Icon name="back" />
        </Button>
        <h3 ref={ref} className="history__title" tabIndex={-1}>
          {t('notes.historyThen', { time: timeOf(new Date(version.lastUpdate), language) })}
        </h3>
        <div className="history__views">
          {(['changes', 'then'] as const).map(one => (
            <button
              key={one}
              type="button"
              className="history__view"
              aria-pressed={view === one}
              onClick={() => setView(one)}
            >
              {t(one === 'changes' ? 'notes.historyChanges' : 'notes.historyAsThen')}
            </button>
          ))}
        </div>
      </div>
      <div className="history__text" ref={box}>
        {view === 'changes' ? (
          <Difference
            first={earlier}
            second={present}
            onlyFirst={t('notes.historyOnlyThen')}
            onlySecond={t('notes.historyOnlyNow')}
          />
        ) : (
          <>
            <p className="history__title-then" dir="auto">
              {earlier.title}
            </p>
            <LazyMarkdown text={earlier.text} />
          </>
        )}
      </div>
      <div className="history__foot">
        {view === 'changes' && count > 0 && (
          <div className="history__steps">
            <Button kind="quiet" aria-label={t('notes.historyChangeBefore')} onClick={() => step(-1)}>
              <Icon name="chevron" />
            </Button>
            <span role="status">
              {at === 0
                ? t('notes.historyChangeCount', { count })
                : t('notes.historyChangeAt', { at, count })}
            </span>
            <Button kind="quiet" aria-label={t('notes.historyChangeAfter')} onClick={() => step(1)}>
              <Icon name="chevron" />
            </Button>
          </div>
        )}
        <Button kind="primary" busy={busy} onClick={() => onRestore(earlier)}>
          {t('notes.historyRestore')}
        </Button>
      </div>
    </section>
  )
}

/** Today's clock time; before it the day of any other: the list that tells it may be out of sight. */
function timeOf(at: Date, language: Language): string {
  const now = Date.now()
  const time = clockOf(at, language)
  return dayKey(at) === dayKey(new Date(now)) ? time : `${dayName(at, language, now)} ${time}`
}
