import { lazyPart } from '#client/platform/browser/lazyPart.ts'
import { useIdlePart } from '#client/platform/browser/useLazyPart.ts'
import { completeCatalogue } from '#client/platform/language/language.ts'

const quickNotePart = lazyPart(async () => {
  const [{ QuickNote }, { Queries }] = await Promise.all([
    import('#client/features/notes/quick/QuickNote.tsx'),
    import('#client/platform/calls/Queries.tsx'),
    completeCatalogue(),
  ])
  return () => (
    <Queries>
      <QuickNote />
    </Queries>
  )
})

/** Where members write down what comes to mind. It comes after the first look. */
export function LateQuickNote() {
  const QuickNote = useIdlePart(quickNotePart)
  return QuickNote && <QuickNote />
}
