import {
  type Ref,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { LazyMarkdown } from '#client/features/notes/reader/LazyMarkdown.tsx'
import type { NoteContent } from '#client/features/notes/sync/note.content.ts'
import { t, useLanguage } from '#client/platform/language/language.ts'
import { dayKey, formatClock, formatDayName } from '#client/platform/language/time.ts'
import { Button } from '#client/ui/Button.tsx'
import { Icon } from '#client/ui/Icon.tsx'
import { decodeText } from '#protocol/encoding.ts'
import type { NoteVersionView } from '#protocol/noteHistory.ts'
import type { Language } from '#protocol/text/languages.ts'
import { DiffView } from './DiffView.tsx'
import './version.css'

interface HistoryVersionProps {
  version: NoteVersionView
  /** The version to compare with. */
  present: NoteContent
  busy: boolean
  /** Ref of the heading. */
  ref: Ref<HTMLHeadingElement>
  onRestore: (earlier: NoteContent) => void
  /** Returns to the list on narrow screens, which show either the list or the version. */
  onBack: () => void
}

/** An earlier version as a diff to the present or as rendered text, with the restore button. */
export function HistoryVersion({ version, present, busy, ref, onRestore, onBack }: HistoryVersionProps) {
  const [view, setView] = useState<'changes' | 'then'>('changes')
  const box = useRef<HTMLDivElement>(null)
  const { language } = useLanguage()
  const earlier = useMemo(() => ({ title: version.title, text: decodeText(version.text) }), [version])
  const { count, at, step } = useDiffNavigation(box, view)
  return (
    <section className="history__version">
      <div className="history__header">
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
          <DiffView
            first={earlier}
            second={present}
            onlyFirst={t('notes.historyOnlyThen')}
            onlySecond={t('notes.historyOnlyNow')}
          />
        ) : (
          <>
            <p className="history__version-title" dir="auto">
              {earlier.title}
            </p>
            <LazyMarkdown text={earlier.text} />
          </>
        )}
      </div>
      <div className="history__footer">
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

/** The time of day, with the day unless it is today. */
function timeOf(at: Date, language: Language): string {
  const now = Date.now()
  const time = formatClock(at, language)
  return dayKey(at) === dayKey(new Date(now)) ? time : `${formatDayName(at, language, now)} ${time}`
}

interface DiffNavigation {
  count: number
  /** The number of the current change from 1; 0 before the first step. */
  at: number
  step: (by: 1 | -1) => void
}

/** Steps through the changes of a diff within `box`, also with F7 and Shift+F7. Starts again when `shown` changes. */
function useDiffNavigation(box: RefObject<HTMLElement | null>, shown: unknown): DiffNavigation {
  const [count, setCount] = useState(0)
  const [at, setAt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `shown` changes the rendered changes
  useLayoutEffect(() => {
    setCount(changesIn(box.current).length)
    setAt(0)
  }, [box, shown])

  function step(by: 1 | -1) {
    const changes = changesIn(box.current)
    const next = Math.min(Math.max(at + by, 1), changes.length)
    const change = changes[next - 1]
    setAt(next)
    change?.scrollIntoView({ block: 'center' })
    change?.focus({ preventScroll: true })
  }

  const stepByKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'F7') return
    event.preventDefault()
    step(event.shiftKey ? -1 : 1)
  })
  useEffect(() => {
    const aborter = new AbortController()
    window.addEventListener('keydown', event => stepByKey(event), aborter)
    return () => aborter.abort()
  }, [])

  return { count, at, step }
}

function changesIn(box: HTMLElement | null): HTMLElement[] {
  return [...(box?.querySelectorAll<HTMLElement>('[data-change]') ?? [])]
}
