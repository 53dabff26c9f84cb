import { t } from '#client/platform/language/language.ts'
import { NameForm } from '#client/ui/NameForm.tsx'
import { HUB_NAME_MAX } from '#protocol/limits.ts'
import { useNameHub } from './hubs.queries.ts'

interface RoomNamingProps {
  hubNo: number
  /** Empty while it has none. */
  name: string
  onDone: () => void
}

/** Without words the room has no name. */
export function RoomNaming({ hubNo, name, onDone }: RoomNamingProps) {
  const naming = useNameHub()
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
