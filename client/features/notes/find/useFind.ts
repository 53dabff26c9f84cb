import { useState } from 'react'

/** How the find bar was opened. Opening it again is another request, which focuses its field. */
export interface FindRequest {
  replaces: boolean
}

/** The state of the find bar of an editor. `onShowText` shows the text, in which it finds. */
export function useFind(onShowText: () => void) {
  const [request, setRequest] = useState<FindRequest | null>(null)
  return {
    request,
    open(replaces: boolean) {
      onShowText()
      setRequest({ replaces })
    },
    close: () => setRequest(null),
  }
}
