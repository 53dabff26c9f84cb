import type { TextEdit } from '#protocol/document/content.ts'
import { mergeEdits } from '#protocol/document/merge.ts'

/** A selection in a text area, in UTF-16 units. */
export interface AreaSelection {
  start: number
  end: number
}

export interface StepText {
  text: string
  /** The selection that undo or redo restores. */
  selection: AreaSelection
}

/** A change of the user, by the texts before and after it. */
export interface TextStep {
  before: StepText
  after: StepText
}

/**
 * Undo and redo of steps in a document that was replaced. Their changes do not fit the new document, so the difference of the two texts of
 * a step is merged into the current one. Both lists begin with the earliest step.
 */
export function createEarlierSteps(done: TextStep[] = [], undone: TextStep[] = []) {
  return {
    done,
    undone,
    /** Returns the edits of the next step that changes the current text; null without one. */
    undo(current: StepText) {
      for (let step = done.pop(); step !== undefined; step = done.pop()) {
        undone.unshift({ ...step, after: { ...step.after, selection: current.selection } })
        const edits = change(step.after, step.before, current)
        if (edits !== null) return edits
      }
      return null
    },
    redo(current: StepText) {
      for (let step = undone.shift(); step !== undefined; step = undone.shift()) {
        done.push({ ...step, before: { ...step.before, selection: current.selection } })
        const edits = change(step.before, step.after, current)
        if (edits !== null) return edits
      }
      return null
    },
  }
}

function change(from: StepText, to: StepText, current: StepText) {
  const edits = mergeEdits(from.text, to.text, current.text)
  if (edits.length === 0) return null
  return { edits, selection: from.text === current.text ? to.selection : caretAfter(edits) }
}

/** The end of the last edit. */
function caretAfter(edits: readonly TextEdit[]): AreaSelection {
  const growth = edits.reduce((sum, { from, to, insert }) => sum + insert.length - (to - from), 0)
  const caret = (edits.at(-1)?.to ?? 0) + growth
  return { start: caret, end: caret }
}
