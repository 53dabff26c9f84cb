import {
  type CSSProperties,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from 'react'
import type { Presence } from '#client/features/documents/presence.ts'
import { hueOf } from '#client/ui/Avatar.tsx'
import type { HighlightLayer } from './highlightLayer.ts'
import './carets.css'

interface CaretsProps {
  presence: Presence
  layer: HighlightLayer
  area: RefObject<HTMLTextAreaElement | null>
}

/** The carets of the other writers, over the text area. Visual only; the status line names the writers. */
export function Carets({ presence, layer, area }: CaretsProps) {
  const writers = useSyncExternalStore(presence.subscribe, presence.writers)
  const container = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const place = () => {
      const text = area.current?.value ?? ''
      for (const { clientId, caret } of writers) {
        const element = container.current?.querySelector<HTMLElement>(`[data-client="${clientId}"]`)
        if (!element) continue
        const at = caret?.field === 'text' ? layer.placeOf(text, caret.index) : undefined
        element.hidden = at === undefined
        if (at) element.style.transform = `translate(${at.left}px, ${at.top}px)`
      }
    }
    place()
    const observer = new ResizeObserver(place)
    if (area.current) observer.observe(area.current)
    return () => observer.disconnect()
  }, [writers, layer, area])

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
          {/* Shown again after each move. */}
          <span key={caret?.index} className="caret__name">
            {userName}
          </span>
        </div>
      ))}
    </div>
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
