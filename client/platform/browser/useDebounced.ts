import { useEffect, useState } from 'react'

/** What is told within this time is told at once, so that a screen reader is not interrupted again and again. */
const GATHERED_FOR_MS = 1_000

/** The items that were told last, gathered; empty at first. `listen` returns how to stop, and should be constant. */
export function useDebounced<Item>(listen: (tell: (item: Item) => void) => () => void): Item[] {
  const [told, setTold] = useState<Item[]>([])
  useEffect(() => {
    let gathered: Item[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = listen(item => {
      gathered.push(item)
      timer ??= setTimeout(() => {
        setTold(gathered)
        gathered = []
        timer = undefined
      }, GATHERED_FOR_MS)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [listen])
  return told
}
