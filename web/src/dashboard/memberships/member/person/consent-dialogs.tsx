import { useState } from 'react';
import { useText } from '../../../../i18n/use-text.ts';
import { Field } from '../../../../ui/field.tsx';
import { FormDialog } from '../../../../ui/form-dialog.tsx';
import { api, type Member } from '../../../api.ts';
import { useMode } from '../../../mode.tsx';
import { TEXT } from '../text.ts';
import { useMemberChange } from '../use-member.ts';

type DialogProps = { member: Member; onClose: () => void };

export function ConsentDialog({ member, onClose }: DialogProps) {
  const text = useText(TEXT);
  const [mode] = useMode();
  const [notice, setNotice] = useState('');
  const [channel, setChannel] = useState('');
  const save = useMemberChange(
    member.id,
    () =>
      api.updateMember(
        member.id,
        {
          consent: { notice_version: notice.trim(), channel: channel.trim() },
        },
        { mode },
      ),
    { say: text.consentSaved, onDone: onClose },
  );
  return (
    <FormDialog title={text.consentTitle} submit={text.giveConsent} change={save} onClose={onClose}>
      <p>{text.consentIntro}</p>
      <Field
        label={text.notice}
        value={notice}
        maxLength={100}
        autoComplete="off"
        onChange={(event) => setNotice(event.target.value)}
      />
      <Field
        label={text.channel}
        hint={text.channelHint}
        value={channel}
        maxLength={100}
        autoComplete="off"
        onChange={(event) => setChannel(event.target.value)}
      />
    </FormDialog>
  );
}

export function WithdrawDialog({ member, onClose }: DialogProps) {
  const text = useText(TEXT);
  const [mode] = useMode();
  const withdraw = useMemberChange(
    member.id,
    () => api.updateMember(member.id, { consent: null }, { mode }),
    {
      say: text.withdrawn,
      onDone: onClose,
    },
  );
  return (
    <FormDialog title={text.withdrawTitle} submit={text.withdraw} danger change={withdraw} onClose={onClose}>
      <p>{text.withdrawIntro}</p>
    </FormDialog>
  );
}
