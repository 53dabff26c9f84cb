import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { DocumentUndo } from '#client/features/documents/documentUndo.ts'
import type { HighlightLayer } from '#client/features/notes/editor/text/highlightLayer.ts'
import { isComposing, isShortcut } from '#client/platform/browser/keyboard.ts'
import { FIELD_TEXT_MAX } from '#client/platform/browser/longInput.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Icon } from '#client/ui/Icon.tsx'
import type { TextEdit } from '#protocol/document/content.ts'
import { NOTE_BODY_MAX } from '#protocol/limits.ts'
import { textLength } from '#protocol/normalization.ts'
import { createExpressionSearch } from './expression.search.ts'
import { FindOptions } from './FindOptions.tsx'
import { FindSteps } from './FindSteps.tsx'
import { NEXT_MATCH, PREVIOUS_MATCH } from './find.keys.ts'
import { applyAll, type Match, replacementsOf } from './find.rules.ts'
import { createFinder, type Finder, type FinderState } from './finder.ts'
import { showPlace } from './showPlace.ts'
import type { FindRequest } from './useFind.ts'
import './findBar.css'

interface FindBarProps {
  area: RefObject<HTMLTextAreaElement | null>
  layer: HighlightLayer
  undo: RefObject<DocumentUndo | null>
  request: FindRequest
  onClose: () => void
}

/** Finds and replaces in the text of the editor. The matches are marked in the text. */
export function FindBar({ area, layer, undo, request, onClose }: FindBarProps) {
  const [search] = useState(createExpressionSearch)
  const [finder] = useState(() => createFinder(search))
  const query = useFinderState(finder, state => state.query)
  const count = useFinderState(finder, state => state.matches.length)
  const current = useFinderState(finder, state => state.current)
  const problem = useFinderState(finder, state => state.problem)
  const visits = useFinderState(finder, state => state.visits)
  const [replacement, setReplacement] = useState('')
  const [replaces, setReplaces] = useState(request.replaces)
  const [message, setMessage] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)

  useEffect(() => search.stop, [search])
  useEffect(() => {
    const draw = () => layer.setMatches(finder.state().matches, finder.state().current)
    const text = area.current?.value ?? ''
    finder.setText(text.length > FIELD_TEXT_MAX ? '' : text)
    finder.moveTo(area.current?.selectionStart ?? 0)
    const unsubscribes = [finder.subscribe(draw), layer.onText(finder.setText)]
    return () => {
      for (const stop of unsubscribes) stop()
      layer.setMatches([], -1)
    }
  }, [area, layer, finder])

  const begin = useEffectEvent(({ replaces: isReplacing }: FindRequest) => {
    if (isReplacing) setReplaces(true)
    const selected = selectedWords(area.current)
    if (selected !== '') finder.setQuery({ ...query, text: selected, isExpression: false })
    field.current?.focus()
    field.current?.select()
  })
  useEffect(() => begin(request), [request])

  const showCurrent = useEffectEvent(() => {
    const match = currentMatch(finder)
    if (area.current && match) showPlace(area.current, layer, finder.text(), match.from)
  })
  useEffect(() => {
    if (visits > 0) showCurrent()
  }, [visits])

  const onScreenKey = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const isForwards = isShortcut(NEXT_MATCH, event)
    if (isForwards || isShortcut(PREVIOUS_MATCH, event)) {
      event.preventDefault()
      step(isForwards ? 1 : -1, event.target === area.current)
    } else if (event.key === 'Escape' && event.target === area.current && !event.isComposing) onClose()
  })
  useEffect(() => {
    const aborter = new AbortController()
    document.addEventListener('keydown', event => onScreenKey(event), aborter)
    return () => aborter.abort()
  }, [])

  /** In the text, it goes on from the selection and selects the match. */
  function step(by: 1 | -1, isInText = false) {
    const written = isInText ? area.current : null
    finder.step(by, written ? { start: written.selectionStart, end: written.selectionEnd } : undefined)
    if (written) selectCurrent()
  }

  function selectCurrent() {
    const match = currentMatch(finder)
    if (match && area.current?.value === finder.text()) area.current.setSelectionRange(match.from, match.to)
  }

  function close() {
    selectCurrent()
    area.current?.focus({ preventScroll: true })
    onClose()
  }

  /** Replaces matches of the text that is on the screen, unless the text would become too long. */
  function replace(matches: readonly Match[], whenDone: (edits: readonly TextEdit[]) => void) {
    const text = finder.text()
    if (matches.length === 0 || area.current?.value !== text) return
    const edits = replacementsOf(text, matches, replacement, query)
    const length = textLength(applyAll(text, edits))
    if (length > NOTE_BODY_MAX && length > textLength(text)) {
      setMessage(t('find.tooLong', { max: NOTE_BODY_MAX, over: length - NOTE_BODY_MAX }))
      return
    }
    whenDone(edits)
    undo.current?.edit(edits)
  }

  function replaceOne() {
    const match = currentMatch(finder)
    setMessage(null)
    if (match) replace([match], () => finder.moveTo(match.to, { visitsNext: true }))
  }

  function replaceAll() {
    replace(finder.state().matches, ({ length }) => setMessage(t('find.replaced', { count: length })))
  }

  function change(part: Partial<typeof query>) {
    setMessage(null)
    finder.setQuery({ ...query, ...part })
  }

  function onFieldKey(event: KeyboardEvent) {
    if (isComposing(event) || event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    step(event.shiftKey ? -1 : 1)
  }

  function onReplacementKey(event: KeyboardEvent) {
    if (isComposing(event) || event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    replaceOne()
  }

  function onBarKey(event: KeyboardEvent) {
    if (event.key !== 'Escape' || isComposing(event)) return
    event.preventDefault()
    close()
  }

  const text = problem === null ? message : t(`find.${problem}`)
  return (
    <search className="find-bar" aria-label={t('find.bar')} onKeyDown={onBarKey}>
      <div className="find-bar__grid">
        <button
          type="button"
          className="find-bar__expand"
          aria-label={t('find.showReplace')}
          title={t('find.showReplace')}
          aria-expanded={replaces}
          onClick={() => setReplaces(!replaces)}
        >
          <Icon name="chevron" />
        </button>
        <div className="find-bar__field">
          <input
            ref={field}
            type="text"
            aria-label={t('find.query')}
            placeholder={t('find.query')}
            value={query.text}
            aria-invalid={problem === 'invalid' || undefined}
            onChange={event => change({ text: event.target.value })}
            onKeyDown={onFieldKey}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="search"
            dir="auto"
          />
          <FindCount isAsked={query.text !== '' && problem === null} current={current} count={count} />
        </div>
        <FindOptions query={query} onChange={change} />
        <FindSteps isDisabled={count === 0} onStep={step} onClose={close} />
        {replaces && (
          <>
            <div className="find-bar__field find-bar__field--replacement">
              <input
                type="text"
                aria-label={t('find.replacement')}
                placeholder={t('find.replacement')}
                value={replacement}
                onChange={event => setReplacement(event.target.value)}
                onKeyDown={onReplacementKey}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                dir="auto"
              />
            </div>
            <div className="find-bar__actions">
              <Button disabled={count === 0} onClick={replaceOne}>
                {t('find.replaceOne')}
              </Button>
              <Button disabled={count === 0} onClick={replaceAll}>
                {t('find.replaceAll')}
              </Button>
            </div>
          </>
        )}
        <p className="find-bar__message" role="status">
          {text}
        </p>
      </div>
    </search>
  )
}

function useFinderState<Value>(finder: Finder, select: (state: FinderState) => Value): Value {
  return useSyncExternalStore(finder.subscribe, () => select(finder.state()))
}

function currentMatch(finder: Finder): Match | undefined {
  const { matches, current } = finder.state()
  return matches[current]
}

/** The selection, if it is a part of one line. */
function selectedWords(area: HTMLTextAreaElement | null): string {
  const selected = area?.value.slice(area.selectionStart, area.selectionEnd) ?? ''
  return selected.includes('\n') || selected.length > SELECTED_MAX ? '' : selected
}

/** In UTF-16 units. Nobody searches for a longer selection. */
const SELECTED_MAX = 200

interface FindCountProps {
  isAsked: boolean
  current: number
  count: number
}

function FindCount({ isAsked, current, count }: FindCountProps) {
  return (
    <span className="find-bar__count" role="status">
      {isAsked && (count === 0 ? t('find.none') : t('find.position', { index: current + 1, total: count }))}
    </span>
  )
}
