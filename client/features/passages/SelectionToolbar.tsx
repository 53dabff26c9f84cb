import { useSetAtom } from 'jotai'
import {
  type KeyboardEvent,
  type RefObject,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { copyText } from '#client/platform/browser/clipboard.ts'
import { isEditable } from '#client/platform/browser/keyboard.ts'
import { t } from '#client/platform/language/language.ts'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import { showToastAtom } from '#client/ui/toasts.ts'
import { PASSAGE_EXACT_MAX } from '#protocol/limits.ts'
import { passageAt } from '#protocol/passageAnchor.ts'
import { type Passage, passageKey } from '#protocol/passages.ts'
import { PenIcon } from './PenIcon.tsx'
import type { AnchoredGroup } from './passages.groups.ts'
import { usePassageState } from './passages.state.ts'
import type { PassageTools } from './passages.tools.ts'
import { placeToolbar } from './toolbar.placement.ts'
import { withAnchor } from './useAnchoring.ts'
import { type NoteSelection, useNoteSelection } from './useNoteSelection.ts'
import type { RenderedNote } from './useRenderedText.ts'
import './selectionToolbar.css'

interface SelectionToolbarProps {
  layer: RefObject<HTMLElement | null>
  rendered: RenderedNote
  groups: readonly AnchoredGroup[]
  myNo: number
  tools: PassageTools
}

/** A toolbar next to the selected text, which it never covers. Tab moves the focus into it, and Esc closes it. */
export function SelectionToolbar({ rendered, ...props }: SelectionToolbarProps) {
  const [selection, close] = useNoteSelection(rendered)
  const [status, setStatus] = useState('')
  return (
    <>
      <p className="visually-hidden" role="status">
        {selection ? t('passages.selectionHint') : status}
      </p>
      {selection && <Toolbar {...props} {...{ rendered, selection, close }} onDone={setStatus} />}
    </>
  )
}

interface ToolbarProps extends SelectionToolbarProps {
  selection: NoteSelection
  close: () => void
  /** Tells what was done. */
  onDone: (status: string) => void
}

function Toolbar({ layer, rendered, groups, myNo, tools, selection, close, onDone }: ToolbarProps) {
  const box = useRef<HTMLDivElement>(null)
  const { anchors } = usePassageState()
  const setAnchors = useSetAtom(anchors)
  const showToast = useSetAtom(showToastAtom)
  const { text } = rendered
  const { start, end } = selection.span
  const isTooLong = text.slice(start, end).trim().length > PASSAGE_EXACT_MAX
  const chosen = useMemo(
    () => (isTooLong ? null : passageAt(text, start, end, tools.noteVersion)),
    [text, start, end, isTooLong, tools.noteVersion],
  )
  // The same words are the same passage, also if it was chosen in an earlier version of the note.
  const known = groups.find(({ range }) => range.start === chosen?.start && range.end === chosen.end)
  const passage = known?.passage ?? chosen
  const own = known?.highlights.find(({ userNo }) => userNo === myNo)
  useToolbarKeys(box, finish)

  useLayoutEffect(() => {
    if (box.current && layer.current) placeToolbar(box.current, layer.current, selection)
  }, [layer, selection])

  function finish(): void {
    document.getSelection()?.removeAllRanges()
    close()
  }
  function apply(run: (passage: Passage) => void): void {
    if (passage === null || chosen === null) return
    setAnchors(before => withAnchor(before, passageKey(passage), { start: chosen.start, end: chosen.end }))
    finish()
    run(passage)
  }
  function toggleHighlight(): void {
    if (own) tools.onErase(own.highlightNo)
    apply(one => !own && tools.onHighlight(one))
    onDone(t(own ? 'passages.erased' : 'passages.drawn'))
  }
  async function copy(): Promise<void> {
    const isCopied = await copyText(selection.range.toString())
    showToast({ text: t(isCopied ? 'passages.copied' : 'passages.notCopied') })
    close()
  }

  return (
    <div
      ref={box}
      className="selection-toolbar"
      role="toolbar"
      aria-label={t('passages.selection')}
      // Keeps the selection.
      onPointerDown={event => event.preventDefault()}
      onMouseDown={event => event.preventDefault()}
      onKeyDown={moveFocus}
    >
      {passage ? (
        <>
          <button type="button" className="selection-toolbar__tool" onClick={toggleHighlight}>
            <PenIcon isFilled={own !== undefined} />
            {t(own ? 'passages.erase' : 'passages.highlight')}
          </button>
          <button
            type="button"
            className="selection-toolbar__tool"
            tabIndex={-1}
            onClick={() => apply(tools.onComment)}
          >
            <ToolIcon name="talk" />
            {t('passages.comment')}
          </button>
        </>
      ) : (
        isTooLong && <p className="selection-toolbar__hint">{t('passages.tooLong')}</p>
      )}
      <button
        type="button"
        className="selection-toolbar__tool"
        tabIndex={passage ? -1 : 0}
        onClick={() => void copy()}
      >
        <ToolIcon name="copy" />
        {t('passages.copy')}
      </button>
    </div>
  )
}

/** Arrow keys move between the tools. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  const tools = [...event.currentTarget.querySelectorAll<HTMLElement>('button')]
  const index = tools.indexOf(document.activeElement as HTMLElement)
  if (step === undefined || index === -1) return
  event.preventDefault()
  tools.at((index + step) % tools.length)?.focus()
}

/** Tab moves from the selected text into the toolbar; Esc closes it from anywhere but a field. */
function useToolbarKeys(box: RefObject<HTMLElement | null>, close: () => void): void {
  const receive = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const isInside = box.current?.contains(document.activeElement) ?? false
    if (isEditable(event.target) || event.isComposing) return
    if (event.key === 'Escape') close()
    else if (event.key === 'Tab' && !event.shiftKey && !isInside)
      box.current?.querySelector('button')?.focus()
    else return
    event.preventDefault()
    event.stopPropagation()
  })
  // Before the toolbar is painted: whoever sees it may press Tab.
  useLayoutEffect(() => {
    const listening = new AbortController()
    document.addEventListener('keydown', event => receive(event), { capture: true, signal: listening.signal })
    return () => listening.abort()
  }, [])
}
