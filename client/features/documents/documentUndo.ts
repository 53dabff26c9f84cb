import * as Y from 'yjs'
import { applyEdits, type DocumentField, fieldOf, type TextEdit } from '#protocol/document/content.ts'
import type { DocumentSync } from './documentSync.ts'
import { TYPED } from './textareaBinding.ts'

export interface DocumentUndo {
  undo(): void
  redo(): void
  /** Runs a tool as a step of its own. */
  asStep(tool: () => void): void
  /** Changes several parts of the text as one step. The edits are in ascending order, with positions in the text before all of them. */
  edit(edits: readonly TextEdit[]): void
  destroy(): void
}

/** The origin of a change that is a step of its own, such as bringing back an earlier text. */
export const STEP = Symbol('step')

/** Typing within this time is one step, in milliseconds. */
const STEP_MS = 500
/** Keys that move the caret end a step. */
const MOVES = /^(Arrow|Home$|End$|Page)/

/**
 * Undo and redo of what this user has typed, and of nothing that others have changed. The browser's own would revert the changes of others,
 * which it takes for typing. Restores the selection that the user had.
 */
export function createDocumentUndo(
  area: HTMLTextAreaElement,
  sync: Pick<DocumentSync, 'doc' | 'onDocReplaced'>,
  field: DocumentField,
  /** Called after an undo or redo, whose change may be off the screen. */
  onStep: (area: HTMLTextAreaElement) => void,
): DocumentUndo {
  let text = fieldOf(sync.doc(), field)
  let manager = createManager()
  /** The selection before the current change. */
  let before = toRelative(text, area)
  /** A tool selects what it replaces. */
  let isToolRunning = false
  const remember = () => {
    if (!isToolRunning) before = toRelative(text, area)
  }

  function createManager(): Y.UndoManager {
    const created = createUndoManager(text)
    // An undo adds a step to be redone, with the selection before the undo.
    created.on('stack-item-added', ({ stackItem }: StackEvent) => stackItem.meta.set('before', before))
    created.on('stack-item-popped', ({ stackItem }: StackEvent) => {
      const selection = stackItem.meta.get('before')
      if (selection) select(area, text, selection)
    })
    return created
  }

  // The steps belong to the document that was replaced.
  const stopWatching = sync.onDocReplaced(() => {
    manager.destroy()
    text = fieldOf(sync.doc(), field)
    manager = createManager()
  })

  const aborter = new AbortController()
  area.addEventListener('beforeinput', onBeforeInput, aborter)
  for (const name of ['keydown', 'pointerup', 'selectionchange'])
    area.addEventListener(name, remember, aborter)
  area.addEventListener('keydown', onKeyDown, aborter)

  /** Where the last change has left the caret. Typing elsewhere is another step. */
  let caret: number | null = null
  area.addEventListener('input', onInput, aborter)
  area.addEventListener('compositionstart', endStepElsewhere, aborter)
  area.addEventListener('compositionend', () => (manager.captureTimeout = STEP_MS), aborter)
  function onInput(event: Event): void {
    caret = area.selectionEnd
    // A pause within a syllable does not divide it.
    if (event instanceof InputEvent && event.isComposing) manager.captureTimeout = Number.POSITIVE_INFINITY
  }

  function endStepElsewhere(): void {
    if (area.selectionStart !== caret || area.selectionEnd !== caret) manager.stopCapturing()
  }

  function onBeforeInput(event: InputEvent): void {
    remember()
    if (!event.isComposing) endStepElsewhere()
    if (event.inputType === 'insertLineBreak') manager.stopCapturing()
    if (event.inputType === 'historyUndo') run(event, undo)
    if (event.inputType === 'historyRedo') run(event, redo)
  }

  /** The browser tells of its own undo only if it has something to undo. */
  function onKeyDown(event: KeyboardEvent): void {
    if (MOVES.test(event.key)) manager.stopCapturing()
    if (event.isComposing || event.altKey || !(event.ctrlKey || event.metaKey)) return
    if (event.code === 'KeyZ') run(event, event.shiftKey ? redo : undo)
    if (event.code === 'KeyY' && !event.shiftKey) run(event, redo)
  }

  function run(event: Event, step: () => void): void {
    event.preventDefault()
    step()
  }

  function undo(): void {
    if (area.readOnly) return
    if (manager.undo() !== null) onStep(area)
  }

  function redo(): void {
    if (area.readOnly) return
    if (manager.redo() !== null) onStep(area)
  }

  function asStep(tool: () => void): void {
    manager.stopCapturing()
    remember()
    isToolRunning = true
    tool()
    isToolRunning = false
    manager.stopCapturing()
  }

  return {
    undo,
    redo,
    asStep,
    edit(edits) {
      // The text area shows them like those of others, which leave the caret in place.
      asStep(() => applyEdits(sync.doc(), { [field]: edits }, TYPED))
    },
    destroy() {
      aborter.abort()
      stopWatching()
      manager.destroy()
    },
  }
}

/** The steps of this user in one text. */
export function createUndoManager(text: Y.Text): Y.UndoManager {
  const manager: Y.UndoManager = new Y.UndoManager(text, {
    trackedOrigins: new Set([TYPED, STEP]),
    captureTimeout: STEP_MS,
    captureTransaction({ origin }) {
      if (origin === STEP) manager.stopCapturing()
      return true
    },
  })
  manager.on('stack-item-added', ({ origin }: { origin: unknown }) => {
    if (origin === STEP) manager.stopCapturing()
  })
  return manager
}

interface StackEvent {
  stackItem: { meta: Map<unknown, RelativeSelection> }
}

interface RelativeSelection {
  start: Y.RelativePosition
  end: Y.RelativePosition
}

const toRelative = (text: Y.Text, area: HTMLTextAreaElement): RelativeSelection => ({
  start: Y.createRelativePositionFromTypeIndex(text, Math.min(area.selectionStart, text.length)),
  end: Y.createRelativePositionFromTypeIndex(text, Math.min(area.selectionEnd, text.length)),
})

function select(area: HTMLTextAreaElement, { doc }: Y.Text, { start, end }: RelativeSelection): void {
  if (doc === null) return
  const [from, to] = [start, end].map(
    position => Y.createAbsolutePositionFromRelativePosition(position, doc)?.index,
  )
  if (from !== undefined && to !== undefined) area.setSelectionRange(from, to)
}
