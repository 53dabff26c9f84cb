import { useIdlePart } from '#client/platform/browser/useLazyPart.ts'
import { partWithQueries } from '#client/platform/calls/partWithQueries.tsx'

const quickNotePart = partWithQueries(() =>
  import('#client/features/notes/quick/QuickNote.tsx').then(part => part.QuickNote),
)

/** Where members write down what comes to mind. It comes after the first look. */
export function LateQuickNote() {
  const QuickNote = useIdlePart(quickNotePart)
  return QuickNote && <QuickNote />
}
