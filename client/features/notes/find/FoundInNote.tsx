import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { type RenderedNote, useRenderedText } from '#client/features/passages/useRenderedText.ts'
import { showRange } from '#client/features/passages/useShowPassage.ts'
import { isEditable, isShortcut } from '#client/platform/browser/keyboard.ts'
import { t } from '#client/platform/language/language.ts'
import { useIsBackNavigation, useQueryParameters } from '#client/platform/router/navigation.tsx'
import { SEARCH_QUERY_MAX } from '#protocol/limits.ts'
import { findHits, foldedWordsOf, patternOfWord, type TextRange } from '#protocol/searchHits.ts'
import { FindSteps } from './FindSteps.tsx'
import { NEXT_MATCH, PREVIOUS_MATCH } from './find.keys.ts'
import { drawFound } from './matches.drawing.ts'
import './foundInNote.css'

/** For each word of the query. */
const HITS_MAX = 500

/** Marks in a note what a search has found, and goes from one place to the next. Does nothing if the query is only in the syntax. */
export function FoundInNote() {
  const [parameters] = useQueryParameters()
  const query = (parameters.get('find') ?? '').trim().slice(0, SEARCH_QUERY_MAX)
  return query === '' ? null : <FoundPlaces key={query} query={query} />
}

function FoundPlaces({ query }: { query: string }) {
  const layer = useRef<HTMLDivElement>(null)
  const rendered = useRenderedText(layer)
  const [parameters, goTo] = useQueryParameters()
  const hits = useMemo(() => findInNote(rendered, query), [rendered, query])
  const [index, setIndex] = useState(0)
  const current = Math.min(index, hits.length - 1)
  const isReady = hits.length > 0
  // Going back restores the scroll position.
  const isReturn = useIsBackNavigation()
  const [visits, setVisits] = useState(isReturn ? 0 : 1)

  useEffect(() => {
    const rangesOf = (some: readonly TextRange[]) =>
      some.flatMap(({ start, end }) => rendered?.rangeOf(start, end) ?? [])
    drawFound(rangesOf(hits), rangesOf(hits.slice(current, current + 1)))
    return () => drawFound([], [])
  }, [rendered, hits, current])

  const showCurrent = useEffectEvent(() => {
    const hit = hits[current]
    const range = hit && rendered?.rangeOf(hit.start, hit.end)
    if (range && rendered) showRange(range, rendered.root)
  })
  useEffect(() => {
    if (visits > 0 && isReady) showCurrent()
  }, [visits, isReady])

  function step(by: 1 | -1) {
    setIndex((current + by + hits.length) % hits.length)
    setVisits(visits + 1)
  }

  function end() {
    const next = new URLSearchParams(parameters)
    next.delete('find')
    goTo(next, { replace: true })
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || document.querySelector('dialog[open]')) return
    if (event.key === 'Escape' && !isEditable(event.target)) end()
    else if (isReady && isShortcut(NEXT_MATCH, event)) step(1)
    else if (isReady && isShortcut(PREVIOUS_MATCH, event)) step(-1)
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const aborter = new AbortController()
    document.addEventListener('keydown', event => onKey(event), aborter)
    return () => aborter.abort()
  }, [])

  return (
    <div ref={layer} className="found-in-note no-print">
      {isReady && (
        <search className="found-in-note__bar" aria-label={t('find.bar')}>
          <span className="found-in-note__query" dir="auto">
            {query}
          </span>
          <span className="found-in-note__count" role="status">
            {t('find.position', { index: current + 1, total: hits.length })}
          </span>
          <FindSteps isDisabled={false} onStep={step} onClose={end} />
        </search>
      )}
    </div>
  )
}

function findInNote(rendered: RenderedNote | null, query: string): readonly TextRange[] {
  if (rendered === null) return []
  return findHits(rendered.text, foldedWordsOf(query).map(patternOfWord), HITS_MAX)
}
