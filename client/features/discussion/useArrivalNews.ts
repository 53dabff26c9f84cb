import { useEffect, useState } from 'react'
import { t } from '#client/platform/language.ts'
import { onEvent } from '#client/platform/socket.ts'

/** Several shares within this time are told in one sentence. */
const GATHERED_FOR_MS = 1_000

export interface Arrival {
  author: string
  articleTitle: string
}

/** What a screen reader is told of notes that others have just shared; empty at first. */
export function useArrivalNews(hubNo: number, myNo: number): string {
  const [news, setNews] = useState<Arrival[]>([])

  useEffect(() => {
    let gathered: Arrival[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = onEvent('note:shared', ({ hubNo: sharedIn, note }) => {
      if (sharedIn !== hubNo || note.authorNo === myNo) return
      gathered.push(note)
      timer ??= setTimeout(() => {
        setNews(gathered)
        gathered = []
        timer = undefined
      }, GATHERED_FOR_MS)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [hubNo, myNo])

  return arrivalText(news)
}

export function arrivalText(news: readonly Arrival[]): string {
  const [first] = news
  if (first === undefined) return ''
  if (news.length > 1) return t('discussion.arrivedMany', { count: news.length })
  return t('discussion.arrived', { name: first.author, title: first.articleTitle })
}
