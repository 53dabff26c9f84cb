import { t } from '#client/platform/language/language.ts'
import { NameForm } from '#client/ui/NameForm.tsx'
import { TOPIC_TITLE_MAX } from '#protocol/limits.ts'
import { topicTitleField } from '#protocol/topics.ts'
import { useRenameTopic } from './useRenameTopic.ts'

interface RenameTopicProps {
  topicNo: number
  title: string
  onDone: () => void
}

export function RenameTopic({ topicNo, title, onDone }: RenameTopicProps) {
  const renaming = useRenameTopic()
  return (
    <NameForm
      label={t('topics.newName')}
      name={title}
      max={TOPIC_TITLE_MAX}
      check={typed => topicTitleField.safeParse(typed).data}
      rejection={t('topics.titleLength')}
      saving={renaming}
      onSave={newTitle => renaming.mutate({ topicNo, title: newTitle }, { onSuccess: onDone })}
      onDone={onDone}
    />
  )
}
