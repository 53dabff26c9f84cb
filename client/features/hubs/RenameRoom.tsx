import { t } from '#client/platform/language/language.ts'
import { NameForm } from '#client/ui/NameForm.tsx'
import { HUB_NAME_MAX } from '#protocol/limits.ts'
import { useRenameHub } from './hubs.queries.ts'

interface RenameRoomProps {
  hubNo: number
  /** Empty if the room has no name. */
  name: string
  onDone: () => void
}

/** The form of a room's name. An empty input removes the name. */
export function RenameRoom({ hubNo, name, onDone }: RenameRoomProps) {
  const naming = useRenameHub()
  return (
    <NameForm
      label={t('hubs.name')}
      hint={t('hubs.nameHint')}
      name={name}
      max={HUB_NAME_MAX}
      check={typed => typed.trim()}
      saving={naming}
      onSave={newName => naming.mutate({ hubNo, name: newName }, { onSuccess: onDone })}
      onDone={onDone}
    />
  )
}
