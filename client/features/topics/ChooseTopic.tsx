import { useInfiniteQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { LoadFailure } from '#client/ui/LoadFailure.tsx'
import { Message } from '#client/ui/Message.tsx'
import { SkeletonRows } from '#client/ui/SkeletonRows.tsx'
import { TextField } from '#client/ui/TextField.tsx'
import { useFocusOnOpen } from '#client/ui/useFocusOnOpen.ts'
import { TOPIC_TITLE_MAX } from '#protocol/limits.ts'
import { toNfc } from '#protocol/normalization.ts'
import { searchTextOf } from '#protocol/searchText.ts'
import { type TopicView, topicTitleField } from '#protocol/topics.ts'
import { allTopicsQuery, useCreateTopic } from './topics.queries.ts'
import './chooseTopic.css'

interface ChooseTopicProps {
  /** The topic in which it is now, or is to be. */
  currentNo: number
  busy?: boolean
  error?: string | undefined
  onChoose: (topic: { topicNo: number; topicTitle: string }) => void
}

const bare = (title: string) => searchTextOf(toNfc(title))

/** One's topics, all of them narrowed by what is typed; a name that no topic has becomes a new one. */
export function ChooseTopic({ currentNo, busy = false, error, onChoose }: ChooseTopicProps) {
  const [typed, setTyped] = useState('')
  const field = useFocusOnOpen<HTMLInputElement>()
  const topics = useInfiniteQuery(allTopicsQuery)
  const creating = useCreateTopic()
  const all = topics.data?.pages.flatMap(page => page.subjects) ?? []
  const wanted = bare(typed)
  const fitting = all.filter(({ title }) => bare(title).includes(wanted))
  const { hasNextPage, fetchNextPage } = topics
  const hasAll = topics.data !== undefined && !hasNextPage
  const newTitle = topicTitleField.safeParse(typed).data
  const isNew = newTitle !== undefined && hasAll && !all.some(({ title }) => title === newTitle)

  // What is typed may be on the last page.
  const fetchesMore = wanted !== '' && hasNextPage && !topics.isFetching && !topics.isError
  useEffect(() => {
    if (fetchesMore) void fetchNextPage()
  }, [fetchesMore, fetchNextPage])

  function makeTopic(title: string): void {
    creating.mutate(title, {
      onSuccess({ subjects: [made] }) {
        if (made) onChoose({ topicNo: made.subjectNo, topicTitle: made.title })
      },
    })
  }

  const choose = ({ subjectNo, title }: TopicView) => onChoose({ topicNo: subjectNo, topicTitle: title })

  /** Enter takes the first that is left. */
  function takeFirst(event: FormEvent) {
    event.preventDefault()
    const [first] = fitting
    if (wanted !== '' && first && first.subjectNo !== currentNo && !busy) choose(first)
  }

  return (
    <form className="choose-topic" onSubmit={takeFirst}>
      <TextField
        ref={field}
        label={t('topics.filter')}
        max={TOPIC_TITLE_MAX}
        value={typed}
        onChange={setTyped}
        autoComplete="off"
        error={error ?? (creating.error ? failureText(creating.error) : undefined)}
      />
      {topics.isPending && <SkeletonRows rows={4} height={44} />}
      <LoadFailure query={topics} />
      {topics.data && (
        <ul className="choose-topic__list">
          {fitting.map(topic => (
            <li key={topic.subjectNo}>
              <button
                type="button"
                className="choose-topic__topic"
                disabled={busy || topic.subjectNo === currentNo}
                onClick={() => choose(topic)}
              >
                <span className="choose-topic__title" dir="auto">
                  {topic.title}
                </span>
                <span className="choose-topic__facts">
                  {topic.subjectNo === currentNo
                    ? t('topics.isHere')
                    : t('topics.noteCount', { count: topic.noteCount })}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {hasAll && fitting.length === 0 && <Message>{t('topics.noneFits')}</Message>}
      {hasNextPage && (
        <Button kind="quiet" busy={topics.isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('topics.more')}
        </Button>
      )}
      {isNew && (
        <Button kind="primary" busy={creating.isPending || busy} onClick={() => makeTopic(newTitle)}>
          {t('topics.intoNew', { title: newTitle })}
        </Button>
      )}
    </form>
  )
}
