import { useState } from 'react'
import { useDebouncedValue } from '#client/platform/browser/useDebouncedValue.ts'
import { searchQueryField } from '#protocol/noteSearch.ts'

/** Between two signs of a quick writer, in milliseconds. */
const SETTLED_MS = 150

/** What a list is searched for, once the writer rests for a moment. @param onType leads back to the first page. */
export function useShareSearch(onType: () => void) {
  const [typed, setTyped] = useState('')
  const asked = searchQueryField.safeParse(useDebouncedValue(typed, SETTLED_MS))
  return {
    typed,
    /** Undefined while there is nothing to search for. */
    query: asked.success ? asked.data : undefined,
    type(text: string) {
      setTyped(text)
      onType()
    },
  }
}
