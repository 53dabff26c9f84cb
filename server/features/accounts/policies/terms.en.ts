import { section } from './lines.ts'

export const termsEn = [
  ...section(
    'Article 1 (Purpose)',
    'These terms set the rights and duties of the members of Geulmaru (the service) and of those who run it (the operator).',
  ),
  ...section(
    'Article 2 (The service)',
    'Members make topics, write notes in Markdown, and make rooms with friends in which they share notes and talk.',
    'Members can leave opinions in the agora, which can also be read by people who are not signed in.',
    'The service is free of charge.',
  ),
  ...section(
    'Article 3 (Signing up and accounts)',
    'Whoever signs up gives an email address and a name of their own and agrees to these terms and to the privacy policy.',
    'An account and its password are for one person alone. Who learns that somebody else uses theirs must change the password at once.',
    'A member who signs in with a temporary password must set a new one.',
  ),
  ...section(
    'Article 4 (Rights to what members write)',
    'The rights to notes, comments and opinions are those of the member who wrote them.',
    'The operator keeps them, and shows them to the people whom the member chose, only as far as the service needs. They are not used for advertising or given to third parties.',
  ),
  ...section(
    'Article 5 (Sharing and rooms)',
    'Only its author can share a note, and only members of a room in which it is shared can read it. The author can cancel the sharing at any time.',
    'A note for which its author has made a public link can be read by anybody who knows the address. The author can end this at any time.',
    'Members of a room can invite others, and a new member can see all notes shared in it.',
    'Who leaves a room takes along the notes they shared in it. Copies that readers have made cannot be erased by the service.',
  ),
  ...section(
    'Article 6 (What members must not do)',
    'Post what violates the rights of others or the law',
    'Use the account of somebody else or pretend to be somebody else',
    'Send excessive requests by automatic means or disturb the running of the service',
    'Post advertisements or the same content over and over',
  ),
  ...section(
    'Article 7 (The operator)',
    'The operator strives to provide the service reliably, and announces maintenance and changes as notices.',
    'The operator may delete opinions and stop notes being public that violate Article 6, and restrict members who keep disturbing the service.',
  ),
  ...section(
    'Article 8 (Closing an account)',
    'A member can close their account at any time on the my-info screen. Topics and notes, shares, memberships and the picture are then erased at once and cannot be brought back.',
    'Before that, all notes and records can be downloaded as an archive.',
    'Comments on the notes of others and opinions in the agora stay as those of a ‘Former member’ unless the member chooses to delete them, too.',
    'What a member has written in notes of others stays as part of those notes.',
  ),
  ...section(
    'Article 9 (Liability)',
    'Except for intent or gross negligence the operator is not liable for damage caused by what cannot be prevented, such as natural disasters or failures of the network.',
    'What members write, and what happens between members, is the responsibility of those members.',
  ),
  ...section(
    'Article 10 (Changes)',
    'Changes to these terms are announced as a notice before they take effect. Members who do not agree can close their account.',
    'The law of the Republic of Korea applies.',
  ),
  ...section(
    'Effect',
    'These terms are in force from the day a person who runs the service has reviewed and approved them. Until then they are a draft.',
  ),
]
