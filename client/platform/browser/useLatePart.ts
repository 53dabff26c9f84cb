import { type ComponentType, useEffect, useState } from 'react'
import { whenIdle } from '#client/platform/browser/idle.ts'
import { loadPatiently } from '#client/platform/browser/lazyPart.ts'

/** A part that the first look does without: fetched once the page rests, null until then. Pass a constant function. */
export function useLatePart<Props>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> | null {
  const [Part, setPart] = useState<ComponentType<Props> | null>(null)
  useEffect(() => {
    whenIdle(() => {
      // Without it the page still works; the next load of the page asks again.
      loadPatiently(load).then(
        part => setPart(() => part),
        () => undefined,
      )
    })
  }, [load])
  return Part
}
