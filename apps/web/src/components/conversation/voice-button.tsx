import { ActionIcon, Text } from '@mantine/core';
import { VOICE_TYPE } from '@switchyard/contracts/messages/limits';
import { IconMicrophone, IconSend, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { oggFromWebm } from '../../lib/voice/ogg-opus.ts';
import './texts.ts';

/** Formats in which browsers record Opus, and whether it is already a voice note's container. */
const FORMATS = [
  { type: 'audio/ogg;codecs=opus', isOgg: true },
  { type: 'audio/webm;codecs=opus', isOgg: false },
];
const supported = () =>
  'MediaRecorder' in globalThis ? FORMATS.find(({ type }) => MediaRecorder.isTypeSupported(type)) : undefined;
const SECOND_MS = 1_000;
const MINUTE_S = 60;

/** Whether this browser can record a voice note; without https there is no microphone. */
export const canRecord = (): boolean => supported() !== undefined && navigator.mediaDevices !== undefined;

/** Ends a recording and releases the microphone. */
function stop(recorder: MediaRecorder | null): void {
  if (recorder && recorder.state !== 'inactive') recorder.stop();
  for (const track of recorder?.stream.getTracks() ?? []) track.stop();
}

/** Records a voice note: press to record, press again to send. */
export function VoiceButton(props: {
  isOff: boolean;
  onRecorded: (file: File) => void;
  onFailed: (why: 'noMicrophone' | 'notRecorded') => void;
}) {
  const { t } = useTranslation('conversation');
  const recorder = useRef<MediaRecorder | null>(null);
  /** The recording to send; others are discarded. */
  const sent = useRef<MediaRecorder | null>(null);
  const [isStarting, setStarting] = useState(false);
  const [seconds, setSeconds] = useState<number | null>(null);
  const isRecording = seconds !== null;
  useEffect(() => {
    if (!isRecording) return;
    const timer = setInterval(() => setSeconds((passed) => (passed ?? 0) + 1), SECOND_MS);
    return () => clearInterval(timer);
  }, [isRecording]);
  useEffect(() => () => stop(recorder.current), []);
  const end = () => {
    stop(recorder.current);
    recorder.current = null;
    setSeconds(null);
  };

  const start = async () => {
    const format = supported();
    if (!format || isStarting) return;
    setStarting(true);
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
      const started = new MediaRecorder(stream, { mimeType: format.type });
      const parts: Blob[] = [];
      started.ondataavailable = ({ data }) => parts.push(data);
      started.onstop = () => {
        if (started !== sent.current) return;
        void (async () => {
          try {
            const recorded = new Uint8Array(await new Blob(parts).arrayBuffer());
            const ogg = format.isOgg ? recorded : oggFromWebm(recorded);
            props.onRecorded(new File([ogg], 'voice-note.ogg', { type: VOICE_TYPE }));
          } catch {
            props.onFailed('notRecorded');
          }
        })();
      };
      recorder.current = started;
      started.start(SECOND_MS);
      setSeconds(0);
    } catch {
      props.onFailed('noMicrophone');
    } finally {
      setStarting(false);
    }
  };
  const send = () => {
    sent.current = recorder.current;
    end();
  };

  if (!isRecording) {
    return (
      <ActionIcon
        size={36}
        variant="subtle"
        color="gray"
        aria-label={t('composer.record')}
        title={t('composer.record')}
        disabled={props.isOff}
        loading={isStarting}
        onClick={() => void start()}
      >
        <IconMicrophone size={20} stroke={1.6} />
      </ActionIcon>
    );
  }
  return (
    <>
      <ActionIcon
        size={36}
        variant="subtle"
        color="gray"
        aria-label={t('composer.discard')}
        title={t('composer.discard')}
        onClick={end}
      >
        <IconTrash size={20} stroke={1.6} />
      </ActionIcon>
      <Text size="sm" c="red" role="timer" aria-label={t('composer.recording')}>
        {Math.floor(seconds / MINUTE_S)}:{String(seconds % MINUTE_S).padStart(2, '0')}
      </Text>
      <ActionIcon
        size={36}
        variant="filled"
        color="red"
        aria-label={t('composer.sendVoice')}
        title={t('composer.sendVoice')}
        onClick={send}
      >
        <IconSend size={18} className="flip-rtl" />
      </ActionIcon>
    </>
  );
}
