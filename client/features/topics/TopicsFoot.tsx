import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'

/** The ways on from the topics, to what is not under one. */
export function TopicsFoot() {
  return (
    <p className="topics__trash">
      <ButtonLink kind="quiet" to={paths.importNotes}>
        <ToolIcon name="upload" />
        {t('imports.open')}
      </ButtonLink>
      <ButtonLink kind="quiet" to={paths.trash}>
        <ToolIcon name="trash" />
        {t('trash.title')}
      </ButtonLink>
    </p>
  )
}
