import {
  type CSSProperties,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { Presence, Writer } from '#client/features/documents/presence.ts'
import { hueOf } from '#client/ui/Avatar.tsx'
import type { DocumentField } from '#protocol/document/content.ts'
import { createTextPlaces, type TextPlaces } from './textPlaces.ts'
import './carets.css'

interface CaretsProps {
  presence: Presence
  field: DocumentField
  text: string
  places: TextPlaces
  area: RefObject<HTMLTextAreaElement | null>
}

/**
 * The carets and selections of the other writers, over the text area. Visual only; the status line names the writers.
 */
export function Carets({ presence, field, text, places, area }: CaretsProps) {
  const writers = useSyncExternalStore(presence.subscribe, presence.writers)
  const container = useRef<HTMLDivElement>(null)
  const place = useCallback(() => {
    if (container.current) placeCarets(container.current, { writers, field, text, places })
  }, [writers, field, text, places])
  useLayoutEffect(place, [place])
  const placeAgain = useEffectEvent(place)
  const hasWriters = writers.length > 0
  useEffect(() => {
    if (!hasWriters || !area.current) return
    const observer = new ResizeObserver(placeAgain)
    observer.observe(area.current)
    return () => observer.disconnect()
  }, [hasWriters, area])

  return (
    <div ref={container} className="carets" aria-hidden="true" translate="no">
      {writers.map(({ clientId, userNo, userName, caret }) => (
        <div
          key={clientId}
          className="caret"
          data-client={clientId}
          style={{ '--hue': hueOf(userNo) } as CSSProperties}
          hidden
        >
          <div className="caret__selection" />
          <div className="caret__line">
            {/* Shown again after each move of the writer. */}
            <span key={caret?.head} className="caret__name">
              {userName}
            </span>
          </div>
        </div>
      ))}
    </div>
  )
}

interface Placed extends Pick<CaretsProps, 'field' | 'text' | 'places'> {
  writers: readonly Writer[]
}

/** Measures everything first, because a change between two measurements would cost a layout of the text. */
function placeCarets(container: HTMLElement, { writers, field, text, places }: Placed): void {
  const width = container.clientWidth
  const measured = writers.map(({ clientId, caret }) => {
    const shown = caret?.field === field ? caret : null
    return {
      element: container.querySelector<HTMLElement>(`[data-client="${clientId}"]`),
      at: shown && places.placeOf(text, shown.to),
      boxes: shown ? places.boxesOf(text, shown.from, shown.to) : [],
    }
  })
  for (const { element, at, boxes } of measured) {
    if (element === null) continue
    element.hidden = !at
    const selection = element.querySelector('.caret__selection')
    if (boxes.length > 0 || selection?.hasChildNodes())
      selection?.replaceChildren(...boxes.map(createSelectionBox))
    if (at) placeLine(element, at, width)
  }
}

/** The style sheet moves the name to the left as far as it would leave the text. */
function placeLine(
  { style }: HTMLElement,
  { left, top }: { left: number; top: number },
  width: number,
): void {
  style.setProperty('--left', `${left}px`)
  style.setProperty('--top', `${top}px`)
  style.setProperty('--room', `${width - left}px`)
}

function createSelectionBox({ left, top, width, height }: DOMRect): HTMLElement {
  const box = document.createElement('div')
  box.className = 'caret__box'
  Object.assign(box.style, { translate: `${left}px ${top}px`, width: `${width}px`, height: `${height}px` })
  return box
}

/** `Carets` for a field without a highlight layer: over an invisible copy of its one line. */
export function LineCarets({ text, ...carets }: Omit<CaretsProps, 'places'>) {
  const copy = useRef<HTMLDivElement>(null)
  const [places] = useState(() =>
    createTextPlaces(
      () => copy.current ?? undefined,
      () => copy.current?.getBoundingClientRect(),
    ),
  )
  return (
    <>
      <div ref={copy} className="highlight" dir="auto" translate="no" aria-hidden="true">
        {text}
      </div>
      <Carets {...carets} text={text} places={places} />
    </>
  )
}

/** Tells the other writers where the caret of this user is. */
export function useCaretReports(
  presence: Presence,
  fields: { title: RefObject<HTMLTextAreaElement | null>; text: RefObject<HTMLTextAreaElement | null> },
  isTogether: boolean,
) {
  const { title, text } = fields
  useEffect(() => {
    if (!isTogether) return
    const report = () => {
      const { activeElement } = document
      if (activeElement === text.current && text.current) presence.setCaret('text', text.current)
      else if (activeElement === title.current && title.current) presence.setCaret('title', title.current)
    }
    report()
    const aborter = new AbortController()
    for (const name of ['selectionchange', 'focusin', 'input'])
      document.addEventListener(name, report, aborter)
    return () => {
      aborter.abort()
      presence.hideCaret()
    }
  }, [presence, title, text, isTogether])
}
