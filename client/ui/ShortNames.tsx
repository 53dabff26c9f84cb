import { hiddenNames, shownNames } from './names.ts'
import './ShortNames.css'

/** What `shortNames` says, in two lines at most: of long names the end is cut off, never how many more there are. */
export function ShortNames({ names }: { names: string[] }) {
  const hidden = hiddenNames(names)
  return (
    <span className="short-names" title={names.join(', ')}>
      <span className="short-names__shown">{shownNames(names)}</span>
      {hidden !== '' && ' '}
      <span className="short-names__hidden">{hidden}</span>
    </span>
  )
}
