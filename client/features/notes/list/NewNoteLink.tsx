import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'

export function NewNoteLink({ topicNo }: { topicNo: number }) {
  return (
    <ButtonLink kind="primary" to={paths.createNote(topicNo)}>
      <ToolIcon name="pen" />
      {t('notes.write')}
    </ButtonLink>
  )
}
