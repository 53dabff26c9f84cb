import { useMutation, useQueryClient } from '@tanstack/react-query'
import { noteKeys } from '#client/features/notes/notes.queries.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { t } from '#client/platform/language/language.ts'
import { NameForm } from '#client/ui/NameForm.tsx'
import { TOPIC_TITLE_MAX } from '#protocol/limits.ts'
import { renameTopic, topicTitleField } from '#protocol/topics.ts'
import { topicKeys, topicTitleQuery } from './topics.queries.ts'

interface RenameTopicProps {
  topicNo: number
  title: string
  onDone: () => void
}

export function RenameTopic({ topicNo, title, onDone }: RenameTopicProps) {
  const rename = useRenameTopic()
  return (
    <NameForm
      label={t('topics.newName')}
      name={title}
      max={TOPIC_TITLE_MAX}
      check={typed => topicTitleField.safeParse(typed).data}
      rejection={t('topics.titleLength')}
      saving={rename}
      onSave={newTitle => rename.mutate({ topicNo, title: newTitle }, { onSuccess: onDone })}
      onDone={onDone}
    />
  )
}

/** Invalidates the lists of topics and of notes, which both show the title. */
function useRenameTopic() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (change: { topicNo: number; title: string }) => callApi(renameTopic, change),
    onSuccess: (_, { topicNo, title }) => {
      cache.setQueryData(topicTitleQuery(topicNo).queryKey, title)
      return Promise.all([
        cache.invalidateQueries({ queryKey: topicKeys.all }),
        cache.invalidateQueries({ queryKey: noteKeys.all }),
      ])
    },
  })
}
