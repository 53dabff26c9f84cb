/** Two overlapping circles. The overlap is filled if the user has reacted. */
export function ReactionIcon({ isMine }: { isMine: boolean }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      {isMine && <path className="reaction__lens" d="M12 7.4a5.5 5.5 0 0 1 0 9.2a5.5 5.5 0 0 1 0-9.2" />}
      <circle cx="9" cy="12" r="5.5" />
      <circle cx="15" cy="12" r="5.5" />
    </svg>
  )
}
