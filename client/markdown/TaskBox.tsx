import { use } from 'react'
import { TickTask } from './markdown.place.ts'
import type { WrittenTask } from './task.rules.ts'
import './task.css'

/** The box of a task: for its note's author one to tick. */
export function TaskBox({ task }: { task: WrittenTask }) {
  const tick = use(TickTask)
  return (
    <input
      type="checkbox"
      checked={task.isDone}
      disabled={tick === null}
      readOnly={tick === null}
      onChange={event => tick?.(task, event.currentTarget.checked)}
    />
  )
}
