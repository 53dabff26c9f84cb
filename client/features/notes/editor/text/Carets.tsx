import {
  type CSSProperties,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { Presence } from '#client/features/documents/presence.ts'
import { hueOf } from '#client/ui/Avatar.tsx'
import type { DocumentField } from '#protocol/document/content.ts'
import { createTextPlaces, type TextPlaces } from './textPlaces.ts'
import './carets.css'

interface CaretsProps {
  presence: Presence
  field: DocumentField
  places: TextPlaces
  area: RefObject<HTMLTextAreaElement | null>
}

/**
 * The carets and selections of the other writers, over the text area. Visual only; the status line names the writers.
 */
export function Carets({ presence, field, places, area }: CaretsProps) {
  const writers = useSyncExternalStore(presence.subscribe, presence.writers)
  const container = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const place = () => {
      const text = area.current?.value ?? ''
      for (const { clientId, caret } of writers) {
        const element = container.current?.querySelector<HTMLElement>(`[data-client="${clientId}"]`)
        if (!element) continue
        const shown = caret?.field === field ? caret : null
        const at = shown && places.placeOf(text, shown.to)
        const boxes = shown ? places.boxesOf(text, shown.from, shown.to) : []
        element.hidden = !at
        element.querySelector('.caret__selection')?.replaceChildren(...boxes.map(createSelectionBox))
        if (at) placeLine(element, at, container.current?.clientWidth ?? 0)
      }
    }
    place()
    const observer = new ResizeObserver(place)
    if (area.current) observer.observe(area.current)
    return () => observer.disconnect()
  }, [writers, field, places, area])

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
            {/* Shown again after each move. */}
            <span key={caret?.to} className="caret__name">
              {userName}
            </span>
          </div>
        </div>
      ))}
    </div>
  )
}

/** Moves the name to the left as far as it would leave the text. */
function placeLine(caret: HTMLElement, { left, top }: { left: number; top: number }, width: number): void {
  const name = caret.querySelector<HTMLElement>('.caret__name')
  caret.querySelector<HTMLElement>('.caret__line')?.style.setProperty('translate', `${left}px ${top}px`)
  if (name) name.style.left = `${nameOffset(left, name.offsetWidth, width)}px`
}

/** Where the name begins, in pixels from the caret. */
export function nameOffset(caret: number, name: number, width: number): number {
  return Math.max(-caret, Math.min(0, width - caret - name))
}

function createSelectionBox({ left, top, width, height }: DOMRect): HTMLElement {
  const box = document.createElement('div')
  box.className = 'caret__box'
  Object.assign(box.style, { translate: `${left}px ${top}px`, width: `${width}px`, height: `${height}px` })
  return box
}

/** `Carets` for a field without a highlight layer: over an invisible copy of its one line. */
export function LineCarets({ text, ...carets }: Omit<CaretsProps, 'places'> & { text: string }) {
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
      <Carets {...carets} places={places} />
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
