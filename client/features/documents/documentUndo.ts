import * as Y from 'yjs'
import { applyEdits, type DocumentField, fieldOf, type TextEdit } from '#protocol/document/content.ts'
import type { DocumentSync } from './documentSync.ts'
import { type AreaSelection, createEarlierSteps, type StepText, type TextStep } from './earlierSteps.ts'
import { lineFeedEdits } from './lineEnds.ts'
import { TYPED } from './textareaBinding.ts'
import { TextUndoManager } from './undoManager.ts'

export interface DocumentUndo {
  undo(): void
  redo(): void
  /** Runs a tool as a step of its own. */
  asStep(tool: () => void): void
  /** Changes several parts as one step. The edits are in ascending order, with positions in the text area before all of them. */
  edit(edits: readonly TextEdit[]): void
  destroy(): void
}

/** The origin of a change that is a step of its own, such as bringing back an earlier text. */
export const STEP = Symbol('step')

/** Typing within this time is one step, in milliseconds. */
const STEP_MS = 500
/** How many steps can be undone after the document was replaced. */
const EARLIER_STEPS_MAX = 200
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
  /** Steps in documents that were replaced. They come before those of the manager. */
  let earlier = createEarlierSteps()
  /** The manager's steps that can be redone, the last undone one first. */
  let undone: TextStep[] = []
  /** The selection of the step that was last undone or redone by the manager. */
  let restored: AreaSelection | null = null
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
    created.on('stack-item-added', ({ stackItem, type, origin }: StackEvent) => {
      stackItem.meta.set('before', before)
      if (type !== 'undo' || origin === created) return
      undone = []
      earlier = createEarlierSteps(earlier.done)
    })
    created.on('stack-item-popped', ({ stackItem }: StackEvent) => {
      const selection = stackItem.meta.get('before')
      restored = selection ? toAbsolute(text, selection) : null
    })
    return created
  }

  /** The changes of the steps belong to the document that was replaced, but their texts are known. */
  const stopWatching = sync.onDocReplaced(() => {
    const redoable = [...earlier.undone, ...undone]
    earlier = createEarlierSteps([...earlier.done, ...readDone()].slice(-EARLIER_STEPS_MAX), redoable)
    undone = []
    manager.destroy()
    text = fieldOf(sync.doc(), field)
    manager = createManager()
  })

  /** Undoes the manager's steps in the document that was replaced, where nobody sees it. */
  function readDone(): TextStep[] {
    const done: TextStep[] = []
    for (let after = readText(); done.length < EARLIER_STEPS_MAX && undoByManager(); ) {
      const before = { text: text.toString(), selection: restored ?? after.selection }
      done.unshift({ before, after })
      after = before
    }
    return done
  }

  function readText(): StepText {
    return { text: text.toString(), selection: selectionOf(area) }
  }

  function undoByManager(): boolean {
    restored = null
    return manager.undo() !== null
  }

  /** Undoes a step, and sets `restored`. Returns false without one. */
  function undoStep(): boolean {
    const after = readText()
    if (undoByManager()) {
      undone.unshift({ before: { text: text.toString(), selection: restored ?? after.selection }, after })
      return true
    }
    const step = earlier.undo(after)
    if (step === null) return false
    // Its change is not one that the manager knows, so that redoing the manager's steps after it could misplace their text.
    earlier.undone.push(...undone)
    undone = []
    manager.clear(false, true)
    return apply(step)
  }

  function redoStep(): boolean {
    const step = earlier.redo(readText())
    if (step !== null) return apply(step)
    restored = null
    undone.shift()
    return manager.redo() !== null
  }

  function apply({ edits, selection }: { edits: TextEdit[]; selection: AreaSelection }): boolean {
    applyEdits(sync.doc(), { [field]: edits }, EARLIER_STEP)
    restored = selection
    return true
  }

  const aborter = new AbortController()
  area.addEventListener('beforeinput', onBeforeInput, aborter)
  for (const name of ['keydown', 'pointerup', 'selectionchange'])
    area.addEventListener(name, remember, aborter)
  area.addEventListener('keydown', onKeyDown, aborter)

  /** Where the last change has left the caret. Typing elsewhere is another step. */
  let caret: number | null = null
  area.addEventListener('input', onInput, aborter)
  area.addEventListener('compositionstart', endStepElsewhere, aborter)
  area.addEventListener('paste', asOneStep, aborter)
  area.addEventListener('compositionend', () => (manager.captureTimeout = STEP_MS), aborter)
  /** The browser inserts the text after this event. */
  function asOneStep(): void {
    manager.stopCapturing()
    setTimeout(() => manager.stopCapturing())
  }

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
    if (event.inputType === 'historyUndo') run(event, 'undo')
    if (event.inputType === 'historyRedo') run(event, 'redo')
  }

  /** The browser tells of its own undo only if it has something to undo. */
  function onKeyDown(event: KeyboardEvent): void {
    if (MOVES.test(event.key)) manager.stopCapturing()
    if (event.isComposing || event.altKey || !(event.ctrlKey || event.metaKey)) return
    if (event.code === 'KeyZ') run(event, event.shiftKey ? 'redo' : 'undo')
    if (event.code === 'KeyY' && !event.shiftKey) run(event, 'redo')
  }

  function run(event: Event, direction: 'undo' | 'redo'): void {
    event.preventDefault()
    step(direction)
  }

  function step(direction: 'undo' | 'redo'): void {
    if (area.readOnly || !(direction === 'undo' ? undoStep() : redoStep())) return
    if (restored !== null) area.setSelectionRange(restored.start, restored.end)
    onStep(area)
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
    undo: () => step('undo'),
    redo: () => step('redo'),
    asStep,
    edit(edits) {
      // The text area shows them like those of others, which leave the caret in place.
      asStep(() => {
        for (const each of [lineFeedEdits(text.toString()), edits])
          applyEdits(sync.doc(), { [field]: each }, TYPED)
      })
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
  const manager: Y.UndoManager = new TextUndoManager(text, {
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

/** The origin of undone and redone steps whose document was replaced. */
const EARLIER_STEP = Symbol('earlierStep')

interface StackEvent {
  stackItem: { meta: Map<unknown, RelativeSelection> }
  type: 'undo' | 'redo'
  origin: unknown
}

interface RelativeSelection {
  start: Y.RelativePosition
  end: Y.RelativePosition
}

const toRelative = (text: Y.Text, area: HTMLTextAreaElement): RelativeSelection => ({
  start: Y.createRelativePositionFromTypeIndex(text, Math.min(area.selectionStart, text.length)),
  end: Y.createRelativePositionFromTypeIndex(text, Math.min(area.selectionEnd, text.length)),
})

function toAbsolute({ doc }: Y.Text, { start, end }: RelativeSelection): AreaSelection | null {
  if (doc === null) return null
  const [from, to] = [start, end].map(
    position => Y.createAbsolutePositionFromRelativePosition(position, doc)?.index,
  )
  return from === undefined || to === undefined ? null : { start: from, end: to }
}

const selectionOf = ({ selectionStart, selectionEnd }: HTMLTextAreaElement): AreaSelection => ({
  start: selectionStart,
  end: selectionEnd,
})
